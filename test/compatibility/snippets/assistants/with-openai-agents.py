# openai-agents: openai-agents==0.24.0
# `client_session_timeout_seconds=30`
import asyncio, sys
from agents import Agent, RunContextWrapper
from agents.mcp import MCPServerStreamableHttp, MCPUtil
from agents.tool_context import ToolContext

url, token, tool, arguments = sys.argv[1:]

async def main():
    async with MCPServerStreamableHttp({"url": url, "headers": {"Authorization": f"Bearer {token}"}}) as server:
        tools = await MCPUtil.get_function_tools(server, False, RunContextWrapper(None), Agent("asks"))
        [chosen] = [each for each in tools if each.name == tool]
        context = ToolContext(None, tool_name=tool, tool_call_id="1", tool_arguments=arguments)
        seen = await chosen.on_invoke_tool(context, arguments)
        print(seen["text"] if isinstance(seen, dict) else seen)

asyncio.run(main())
