// fastexcel-reader: org.dhatim:fastexcel-reader:0.19.0
import java.io.File;
import java.util.stream.Collectors;
import org.dhatim.fastexcel.reader.*;

class FastExcel {
  public static void main(String[] args) throws Exception {
    try (var workbook = new ReadableWorkbook(new File(args[0]))) {
      try (var rows = workbook.findSheet("Rows").get().openStream()) {
        rows.forEach(row -> System.out.println(row.stream().map(FastExcel::text).collect(Collectors.joining("\t"))));
      }
    }
  }

  static String text(Cell cell) {
    if (cell == null || cell.getValue() == null) return "";
    var format = cell.getDataFormatString();
    return cell.getType() == CellType.NUMBER && format != null && format.contains("yy") ? cell.asDate().toString() : String.valueOf(cell.getValue());
  }
}
