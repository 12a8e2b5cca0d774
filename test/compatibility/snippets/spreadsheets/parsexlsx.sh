# Perl Spreadsheet::ParseXLSX: libspreadsheet-parsexlsx-perl
perl - "$1" <<'END'
use Spreadsheet::ParseXLSX;
my $sheet = Spreadsheet::ParseXLSX->new->parse($ARGV[0])->worksheet('Rows');
my ($first, $last) = $sheet->row_range;
my ($left, $right) = $sheet->col_range;
binmode STDOUT, ':utf8';
for my $row ($first .. $last) { print join("\t", map { my $cell = $sheet->get_cell($row, $_); $cell ? $cell->value : '' } $left .. $right), "\n" }
END
