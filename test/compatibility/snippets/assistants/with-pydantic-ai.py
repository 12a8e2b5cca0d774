# Pydantic AI: pydantic-ai-slim[mcp]==2.66.0
import json, sys
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

url, token, tool, arguments = sys.argv[1:]

def model(messages, _info):
    part = messages[-1].parts[-1]
    if part.part_kind == "user-prompt":
        return ModelResponse([ToolCallPart(tool, json.loads(arguments))])
    return ModelResponse([TextPart(part.model_response_str() if part.part_kind == "tool-return" else part.model_response())])

tools = MCPToolset(url, headers={"Authorization": f"Bearer {token}"})
print(Agent(FunctionModel(model), toolsets=[tools]).run_sync("Ask").output)
