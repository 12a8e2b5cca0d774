claude mcp add --transport http client-reporting http://localhost:8080/mcp \
  --header "Authorization: Bearer $TOKEN"
