-- What was started keeps its version: so far there was one. The text of a plan is kept but for the words that name its game.
UPDATE "tournament"
SET "plan" = regexp_replace("plan"::text, '"game":"([a-z0-9-]+)","ruleset":"([a-z0-9-]+)"', '"game":"\1/\2","version":1')::json;
UPDATE "tournament"
SET "plan" = ("plan"::jsonb - 'ruleset' || jsonb_build_object('game', ("plan"->>'game') || '/' || ("plan"->>'ruleset'), 'version', 1))::json
WHERE "plan"->>'ruleset' IS NOT NULL;
