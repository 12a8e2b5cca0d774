# PHP fgetcsv: php-cli
# `escape: ''`: a backslash before a quote swallows the next row; compare ids by `===`
cat >program.php <<'END'
<?php
$file = fopen($argv[1], 'r');
$head = array_flip(fgetcsv($file, escape: ''));
while ($row = fgetcsv($file, escape: '')) {
  $month = substr($row[$head['scheduledPaymentOn']], 0, 7);
  $sums[$month] = ($sums[$month] ?? 0) + (int) round($row[$head['amount']] * 100);
}
echo "month,amount\n";
foreach ($sums as $month => $cents) printf("%s,%.2f\n", $month, $cents / 100);
END
php program.php "$2"
