# nginx: nginx
# `proxy_http_version 1.1` (the default from 1.29.7 on), `proxy_buffer_size 16k`
cat > nginx.conf <<END
daemon off; user root; pid nginx.pid; error_log stderr crit;
events {}
http {
  access_log off; client_body_temp_path body; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi; proxy_temp_path proxy;
  gzip on; gzip_proxied any; gzip_types application/json;
  upstream reports { server 127.0.0.1:$2; }
  server { listen 127.0.0.1:$1; location / { proxy_pass http://reports; } }
}
END
exec nginx -p "$PWD" -e stderr -c "$PWD/nginx.conf"
