import { schemas } from './schemas';
import { ENV_NAME } from './tasks';

const JSON_BODY = (schema: object) => ({ content: { 'application/json': { schema } } });
const OBJECT = { type: 'object' };

/** The document at /openapi.json. Episodes use the WebSocket at /ws, which OpenAPI cannot describe. */
export function openApi(version: string): object {
  const { action, observation, reset, state } = schemas();
  const result = {
    type: 'object',
    properties: {
      observation,
      reward: { type: ['number', 'null'] },
      done: { type: 'boolean' },
      metadata: { type: ['object', 'null'] },
    },
  };
  const get = (summary: string, schema: object = OBJECT) => ({
    get: { summary, responses: { 200: { description: 'OK', ...JSON_BODY(schema) } } },
  });
  const post = (summary: string, body: object, schema: object = OBJECT) => ({
    post: {
      summary,
      requestBody: JSON_BODY(body),
      responses: { 200: { description: 'OK', ...JSON_BODY(schema) }, 422: { description: 'The body cannot be read' } },
    },
  });
  const split = { type: 'object', properties: { split: { type: 'string' } }, required: ['split'] };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandi, the OpenEnv endpoint',
      version: '1.0.0',
      description: `Mandi ${version}. An episode is played over the WebSocket at /ws.`,
    },
    paths: {
      '/health': get('Whether the server is up'),
      '/metadata': get('What this environment is'),
      '/schema': get('JSON Schemas of actions, observations and state'),
      '/state': get('The state of a fresh environment', state),
      '/reset': post('Resets an environment that is discarded afterwards', reset, result),
      '/step': post(
        'One step of a fresh default episode that is discarded afterwards',
        { type: 'object', properties: { action }, required: ['action'] },
        result,
      ),
      '/mcp': post('Tool calls by JSON-RPC 2.0', OBJECT),
      '/list_environments': get('The names for the task routes', { type: 'array', items: { type: 'string' } }),
      [`/${ENV_NAME}/splits`]: get('Splits of the task set', { type: 'array', items: OBJECT }),
      [`/${ENV_NAME}/num_tasks`]: post('How many tasks a split has', split),
      [`/${ENV_NAME}/tasks`]: post('All tasks of a split', split),
      [`/${ENV_NAME}/task`]: post('One task', split),
      [`/${ENV_NAME}/task_range`]: post('Some tasks', split),
    },
  };
}
