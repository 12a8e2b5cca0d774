# Caddy: caddy
# a later one: 2.11 shows that a file is cut
cat > Caddyfile <<END
{
  admin off
}
http://127.0.0.1:$1 {
  encode gzip
  reverse_proxy 127.0.0.1:$2
}
END
HOME=$PWD exec caddy run --config Caddyfile
