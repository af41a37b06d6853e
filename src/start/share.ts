/** A process that uses the models of a running Mandi, and serves itself with what that does not serve. */
import { ServerModel, type ServerModelOptions } from '~/inference/door/server-model';
import type { Inference } from '~/inference/open-inference';

export interface ShareOptions extends Pick<ServerModelOptions, 'find' | 'caller' | 'lookEveryMs'> {
  /** This process's; called when the first look is over, at the earliest. */
  inference(): Pick<Inference, 'pool' | 'rest' | 'wake'>;
}

export interface Share {
  server: ServerModel;
  /** The server serves what was asked for so far: no worker is started here. */
  readonly isEnough: boolean;
  /** true: a worker here may be started, and what lies here is served. */
  serveHere(): true;
}

/** Looks for a running Mandi, once before anything is loaded and then all the while. */
export async function openShare({ inference, ...options }: ShareOptions): Promise<Share> {
  let isAlone = false;
  let isOpen = false;
  const server = new ServerModel({
    ...options,
    onChange(isThere) {
      if (!isOpen || isThere) return; // one that has come may have to load its models first
      isAlone = true;
      inference().wake();
    },
    onLook() {
      if (!isOpen || !isSpare(inference())) return;
      isAlone = false;
      inference().rest();
    },
  });
  /** Nothing would be missed without the worker here. */
  function isSpare({ pool }: Pick<Inference, 'pool'>): boolean {
    const { serves, queued } = pool.state();
    return server.servesModels && queued === 0 && !pool.isStarting && server.servesAll(serves);
  }
  await server.look();
  isOpen = true;
  return {
    server,
    get isEnough() {
      return server.isThere && !isAlone && (server.isStarting || server.servesModels);
    },
    serveHere() {
      if (!isAlone) {
        isAlone = true;
        inference().wake();
      }
      return true;
    },
  };
}
