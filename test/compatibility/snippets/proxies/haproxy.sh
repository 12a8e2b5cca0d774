# HAProxy: haproxy
# `option redispatch` and `check` with two gateways
cat > haproxy.cfg <<END
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
  compression algo gzip
  compression type application/json
frontend web
  bind 127.0.0.1:$1
  default_backend reports
backend reports
  server one 127.0.0.1:$2
END
exec haproxy -db -f haproxy.cfg
