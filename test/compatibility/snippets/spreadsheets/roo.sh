# Ruby roo: ruby-roo
ruby - "$1" <<'END'
require 'roo'
require 'json'
rows = Roo::Excelx.new(ARGV[0]).sheet('Rows').each_row_streaming.map { |row| row.map(&:value) }
rows.each { |row| puts JSON.generate(row.map { |cell| cell.respond_to?(:iso8601) ? cell.iso8601 : cell }) }
END
