-- What an agent was asked, by stage. What stands in "prompt" was asked of those who decided, and stays where it is.
ALTER TABLE "agent_turn" ADD COLUMN "requests" JSON;
