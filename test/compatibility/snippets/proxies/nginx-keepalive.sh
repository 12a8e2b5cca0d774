# nginx, HTTP/1.1 and keepalive: nginx
# `proxy_buffer_size 16k`
cat > nginx.conf <<END
daemon off; user root; pid nginx.pid; error_log stderr crit;
events {}
http {
  access_log off; client_body_temp_path body; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi; proxy_temp_path proxy;
  gzip on; gzip_proxied any; gzip_types application/json;
  upstream reports { server 127.0.0.1:$2; keepalive 8; }
  server { listen 127.0.0.1:$1; location / { proxy_pass http://reports; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}
END
exec nginx -p "$PWD" -e stderr -c "$PWD/nginx.conf"
