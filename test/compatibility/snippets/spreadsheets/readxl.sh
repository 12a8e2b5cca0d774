# R readxl: r-cran-readxl
Rscript - "$1" <<'END'
rows <- readxl::read_excel(commandArgs(TRUE)[1], sheet = "Rows")
cat(sprintf('["types","%s, %s"]\n', class(rows$Date)[1], class(rows$Paid)[1]))
rows$Date <- format(rows$Date, "%Y-%m-%d %H:%M:%S")
write.table(rows, sep = "\t", row.names = FALSE, na = "", qmethod = "double")
END
