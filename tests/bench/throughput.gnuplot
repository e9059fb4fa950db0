# SPDX-License-Identifier: GPL-2.0-only
#
# gnuplot -e "data='FILE'; picture='FILE.svg'; cpus='A B'; names='...'; algs='...'" throughput.gnuplot
#
# One small plot for each CPU (a row) and algorithm (a column): throughput over the
# size of the request.  DATA has the columns CPU, algorithm, bytes, and MB/s of
# generic C, the stock driver, ours, and the bare unit.

columns = words(algs)
rows = words(cpus)
set terminal svg size 230 * columns + 40, 250 * rows + 90 font "sans,11" background "white"
set output picture
set multiplot layout rows, columns margins 0.055, 0.99, 0.15, 0.88 spacing 0.025, 0.11 \
	title "Throughput by size of the request, AES-256, emulated CPU of 1 GHz (modelled cycles), MB/s"
set logscale x 2
set logscale y 10
set xrange [11:24000]
set yrange [1:2000]
set xtics ("16" 16, "64" 64, "256" 256, "1K" 1024, "4K" 4096, "16K" 16384)
set grid xtics ytics lc rgb "#dddddd"
set border 3
set tics nomirror
unset key

# the key of all plots: gnuplot's own must fit into one of them
set label 1 "- - -  the unit alone" at screen 0.22, 0.03 textcolor rgb "#555555"
set label 2 "ours" at screen 0.38, 0.03 point pt 7 lc rgb "#1b7837" offset 1, 0 textcolor rgb "#1b7837"
set label 3 "in-tree driver" at screen 0.46, 0.03 point pt 5 lc rgb "#d6604d" offset 1, 0 textcolor rgb "#d6604d"
set label 4 "generic C" at screen 0.58, 0.03 point pt 9 lc rgb "#4393c3" offset 1, 0 textcolor rgb "#4393c3"

mine(cpu, alg) = strcol(1) eq cpu && strcol(2) eq alg ? column(3) : NaN

do for [r = 1:rows] {
	do for [c = 1:columns] {
		cpu = word(cpus, r)
		alg = word(algs, c)
		set title alg . ", " . word(names, r) offset 0, -0.6
		if (r + c == 3) { unset label }
		if (c == 1) { set format y "%g" } else { set format y "" }
		plot data using (mine(cpu, alg)):7 with lines dt 2 lw 2 lc rgb "#555555", \
		     data using (mine(cpu, alg)):6 with linespoints pt 7 ps 0.5 lw 2 lc rgb "#1b7837", \
		     data using (mine(cpu, alg)):5 with linespoints pt 5 ps 0.5 lw 1.5 lc rgb "#d6604d", \
		     data using (mine(cpu, alg)):4 with linespoints pt 9 ps 0.5 lw 1.5 lc rgb "#4393c3"
	}
}
unset multiplot
