// Hardwood: dev.hardwood:hardwood-core:1.0.1.Final
// Java 21
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import java.nio.file.Path;

class Hardwood {
  public static void main(String[] args) throws Exception {
    System.out.println("scheduledPaymentOn,amount");
    try (var file = ParquetFileReader.open(InputFile.of(Path.of(args[1]))); var rows = file.rowReader()) {
      while (rows.hasNext()) {
        rows.next();
        System.out.println(rows.getTimestamp("scheduledPaymentOn") + "," + rows.getDecimal("amount"));
      }
    }
  }
}
