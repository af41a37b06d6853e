/** Which environment variables may be sent to whom, so that a name in a file or a form cannot leak Mandi's or a database's secrets. */
import { ENVIRONMENT } from '~/config';

/** Variables of any database. */
const DATABASE = /^(PG|POSTGRES|DATABASE)/;
/** Secrets of clouds and model servers, which must not sign requests to programs. */
const OTHERS = /^(AWS_|GITHUB_)|_API_KEY$|PASSWORD/;

/** For model servers; null if the variable may hold their key. */
export function whyNoServerKey(name: string): string | null {
  if (name === 'OPENAI_API_KEY') return null;
  if (isOwn(name))
    return `${name} is one of Mandi's own settings and is never sent to a server: put the server's key into its own variable.`;
  return DATABASE.test(name)
    ? `${name} belongs to a database and is never sent to a server: put the server's key into its own variable.`
    : null;
}

/** For programs at an address; null if the variable may hold their key. */
export function whyNoProgramKey(name: string): string | null {
  if (isOwn(name)) return `${name} is one of Mandi's own settings and never signs requests: put the program's key into its own variable.`;
  if (!DATABASE.test(name) && !OTHERS.test(name)) return null;
  return `${name} looks like the key of something else and never signs requests: put the program's key into its own variable, e.g. MY_AGENT_KEY.`;
}

function isOwn(name: string): boolean {
  return name.startsWith('MANDI_') || ENVIRONMENT.some((own) => own.name === name);
}
