# Squid: squid
# `login=PASSTHRU` (here set), or it drops `Authorization`
cat > squid.conf <<END
http_port 127.0.0.1:$1 accel defaultsite=localhost
cache_peer 127.0.0.1 parent $2 0 no-query originserver login=PASSTHRU
http_access allow all
pid_filename none
access_log none
cache_log /dev/null
coredump_dir $PWD
END
exec squid -N -f "$PWD/squid.conf"
