# Perl Text::CSV: libtext-csv-perl
# `binary => 1`: otherwise it ends at a line break within a name, without an error
perl -MText::CSV -e '
  my $csv = Text::CSV->new({ binary => 1, auto_diag => 2 });
  open my $file, "<:encoding(UTF-8)", $ARGV[0] or die;
  $csv->header($file, { munge_column_names => "none" });
  my %cents;
  while (my $row = $csv->getline_hr($file)) { $cents{substr $row->{scheduledPaymentOn}, 0, 7} += sprintf "%.0f", $row->{amount} * 100 }
  print "month,amount\n";
  printf "%s,%.2f\n", $_, $cents{$_} / 100 for sort keys %cents' "$2"
