# R openxlsx: r-cran-openxlsx
Rscript - "$1" <<'END'
rows <- openxlsx::read.xlsx(commandArgs(TRUE)[1], sheet = "Rows", detectDates = TRUE)
rows$Date <- as.character(rows$Date)
write.table(rows, sep = "\t", row.names = FALSE, na = "", qmethod = "double")
END
