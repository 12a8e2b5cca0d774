// Jackson CSV: tools.jackson.dataformat:jackson-dataformat-csv:3.3.0
import java.io.File;
import java.math.BigDecimal;
import java.time.Instant;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.csv.*;

class JacksonCsv {
  public record Payment(Instant scheduledPaymentOn, BigDecimal amount) {}

  public static void main(String[] args) throws Exception {
    var mapper = CsvMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    System.out.println("scheduledPaymentOn,amount");
    try (var rows = mapper.readerFor(Payment.class).with(CsvSchema.emptySchema().withHeader()).<Payment>readValues(new File(args[1]))) {
      while (rows.hasNext()) {
        var payment = rows.next();
        System.out.println(payment.scheduledPaymentOn() + "," + payment.amount());
      }
    }
  }
}
