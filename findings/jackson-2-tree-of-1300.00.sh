#!/usr/bin/env bash
# A tree of Jackson 2 that is asked for BigDecimal turns 1300.00 into 1.3E+3, in getters and in the JSON that it writes.
# Guess: USE_BIG_DECIMAL_FOR_FLOATS keeps the digits: 1300.00, in a tree as in a Map.
# Seen on 2026-11-28 with jackson-databind 2.23.0 on Java 17: the tree has 1.3E+3, 1250.5 and 0, and writes them so; a
# Map of the same mapper has 1300.00. Jackson 3.3.0: 1300.00 in both.
# So: with Jackson 2, disable JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, or use toPlainString().
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'END'
<project>
  <modelVersion>4.0.0</modelVersion><groupId>seen</groupId><artifactId>seen</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.23.0</version></dependency>
    <dependency><groupId>tools.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>3.3.0</version></dependency>
  </dependencies>
</project>
END
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=jars
cat >Program.java <<'END'
import java.util.Map;

class Program {
  public static void main(String[] args) throws Exception {
    var json = "{\"amount\":1300.00,\"paid\":1250.50,\"open\":0.00}";
    var two = new com.fasterxml.jackson.databind.ObjectMapper()
      .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    var three = tools.jackson.databind.json.JsonMapper.builder()
      .enable(tools.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    System.out.println("Jackson 2, tree: " + two.writeValueAsString(two.readTree(json)) + ", asText " + two.readTree(json).get("amount").asText());
    System.out.println("Jackson 2, Map:  " + two.writeValueAsString(two.readValue(json, Map.class)));
    System.out.println("Jackson 3, tree: " + three.writeValueAsString(three.readTree(json)) + ", asString " + three.readTree(json).get("amount").asString());
  }
}
END
java -cp 'jars/*' Program.java | tee seen.txt
diff - seen.txt <<'END' || { echo 'no longer as described'; exit 1; }
Jackson 2, tree: {"amount":1.3E+3,"paid":1250.5,"open":0}, asText 1.3E+3
Jackson 2, Map:  {"amount":1300.00,"paid":1250.50,"open":0.00}
Jackson 3, tree: {"amount":1300.00,"paid":1250.50,"open":0.00}, asString 1300.00
END
