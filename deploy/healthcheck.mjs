// For the container's HEALTHCHECK: is this process's own server well?
const port = process.env.PORT ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
