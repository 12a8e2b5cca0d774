// Apache POI: org.apache.poi:poi-ooxml:5.5.1 org.apache.logging.log4j:log4j-core:2.25.2
import java.io.File;
import org.apache.poi.ss.usermodel.*;

class Poi {
  public static void main(String[] args) throws Exception {
    try (var workbook = WorkbookFactory.create(new File(args[0]), null, true)) {
      for (Row row : workbook.getSheet("Rows")) {
        var line = new StringBuilder();
        for (int column = 0; column < row.getLastCellNum(); column++) line.append(text(row.getCell(column))).append('\t');
        System.out.println(line);
      }
    }
  }

  static String text(Cell cell) {
    if (cell == null || cell.getCellType() == CellType.FORMULA) return "";
    if (cell.getCellType() == CellType.STRING) return cell.getStringCellValue();
    return DateUtil.isCellDateFormatted(cell) ? cell.getLocalDateTimeCellValue().toString() : String.valueOf(cell.getNumericCellValue());
  }
}
