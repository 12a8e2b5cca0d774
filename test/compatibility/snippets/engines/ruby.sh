# Ruby csv: ruby
# no `converters: :numeric`: 0012 becomes 10
ruby -r csv -r bigdecimal -r bigdecimal/util -e '
  rows = CSV.read(ARGV[0], headers: true)
  puts "month,amount"
  rows.group_by { |row| row["scheduledPaymentOn"][0, 7] }
    .each { |month, of| puts "#{month},#{of.sum { |row| row["amount"].to_d }.to_s("F")}" }' "$2"
