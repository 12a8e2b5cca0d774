# Miller: miller
mlr --icsv --ocsv put '$month = substr($scheduledPaymentOn, 0, 6)' then stats1 -a sum -f amount -g month then rename amount_sum,amount "$2"
