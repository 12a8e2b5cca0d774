# Varnish: varnish
#
cat > reports.vcl <<END
vcl 4.1;
backend reports { .host = "127.0.0.1"; .port = "$2"; }
sub vcl_backend_response { set beresp.do_gzip = true; }
END
exec varnishd -F -j none -n "$PWD/varnish" -a "127.0.0.1:$1" -f "$PWD/reports.vcl" -s malloc,64m
