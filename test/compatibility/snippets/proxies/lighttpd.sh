# lighttpd: lighttpd
# another proxy for files above 1 MB: it hides that they are cut
cat > lighttpd.conf <<END
server.document-root = "$PWD"
server.bind = "127.0.0.1"
server.port = $1
server.modules = ("mod_proxy", "mod_deflate")
deflate.mimetypes = ("application/json")
deflate.allowed-encodings = ("gzip")
deflate.cache-dir = ""
proxy.server = ("" => (("host" => "127.0.0.1", "port" => $2)))
END
exec lighttpd -D -f lighttpd.conf
