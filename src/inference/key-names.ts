/** Which environment variables may be sent to whom: a name in a file or a form must not carry Mandi's own secrets, or a database's, away. */
import { ENVIRONMENT } from '~/config';

/** Of a database, whoever uses it. */
const DATABASE = /^(PG|POSTGRES|DATABASE)/;
/** Further secrets that programs are never signed with: those of clouds and of model servers. */
const OTHERS = /^(AWS_|GITHUB_)|_API_KEY$|PASSWORD/;

/** For a model server; null: the variable may hold its key. */
export function whyNoServerKey(name: string): string | null {
  if (name === 'OPENAI_API_KEY') return null;
  if (isOwn(name)) return `${name} is Mandi's own setting and is sent to nobody: put the server's key into a variable of its own.`;
  return DATABASE.test(name)
    ? `${name} belongs to a database and is sent to nobody: put the server's key into a variable of its own.`
    : null;
}

/** For a program behind an address; null: the variable may hold its key. */
export function whyNoProgramKey(name: string): string | null {
  if (isOwn(name)) return `${name} is Mandi's own setting and signs nothing: put the program's key into a variable of its own.`;
  if (!DATABASE.test(name) && !OTHERS.test(name)) return null;
  return `${name} looks like the key of something else and signs nothing: put the program's key into a variable of its own, e.g. MY_AGENT_KEY.`;
}

function isOwn(name: string): boolean {
  return name.startsWith('MANDI_') || ENVIRONMENT.some((own) => own.name === name);
}
