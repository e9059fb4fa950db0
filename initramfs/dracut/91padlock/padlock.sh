#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# dracut boot script, sourced before udev starts and any volume is opened.

/usr/lib/padlock/load
