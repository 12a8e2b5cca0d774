// excel-streaming-reader: com.github.pjfanning:excel-streaming-reader:5.2.0
import com.github.pjfanning.xlsx.StreamingReader;
import java.io.File;
import org.apache.poi.ss.usermodel.*;

class StreamingReaderProgram {
  public static void main(String[] args) throws Exception {
    try (var workbook = StreamingReader.builder().open(new File(args[0]))) {
      for (Row row : workbook.getSheet("Rows")) {
        var line = new StringBuilder();
        for (int column = 0; column < row.getLastCellNum(); column++) line.append(text(row.getCell(column))).append('\t');
        System.out.println(line);
      }
    }
  }

  static String text(Cell cell) {
    if (cell == null || cell.getCellType() == CellType.FORMULA || cell.getCellType() == CellType.BLANK) return "";
    if (cell.getCellType() == CellType.STRING) return cell.getStringCellValue();
    return DateUtil.isCellDateFormatted(cell) ? cell.getLocalDateTimeCellValue().toString() : String.valueOf(cell.getNumericCellValue());
  }
}
