# Apache httpd: apache2-bin
#
modules=/usr/lib/apache2/modules
cat > apache.conf <<END
ServerRoot "$PWD"
ServerName localhost
DefaultRuntimeDir "$PWD"
PidFile "$PWD/pid"
User nobody
Group nogroup
Listen 127.0.0.1:$1
ErrorLog /dev/null
$(for name in mpm_event authz_core filter deflate proxy proxy_http; do echo "LoadModule ${name}_module $modules/mod_$name.so"; done)
AddOutputFilterByType DEFLATE application/json
ProxyPass / http://127.0.0.1:$2/
END
exec apache2 -DFOREGROUND -f "$PWD/apache.conf"
