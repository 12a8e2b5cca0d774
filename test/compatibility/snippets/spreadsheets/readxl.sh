# R readxl: r-cran-readxl
Rscript - "$1" <<'END'
rows <- readxl::read_excel(commandArgs(TRUE)[1], sheet = "Rows")
rows$Date <- format(rows$Date, "%Y-%m-%d %H:%M:%S")
write.table(rows, sep = "\t", row.names = FALSE, na = "", qmethod = "double")
END
