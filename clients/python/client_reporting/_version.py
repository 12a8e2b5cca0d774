# Made by `npm run generate`. Do not edit.
USER_AGENT = "platform-client-reporting-python/1.0.0"
