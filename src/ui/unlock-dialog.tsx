'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { useUnlock } from './operator-sign-out';

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Called when the token was accepted, to continue. */
  onUnlocked: () => void;
}

/** Asks for the operator's token once; the server gives this browser a session in a cookie that scripts cannot read. */
export function UnlockDialog({ open, onOpen, onUnlocked }: Props) {
  const [token, setToken] = useState('');
  const unlock = useUnlock(() => {
    setToken('');
    onOpen(false);
    onUnlocked();
  });
  function send(event: FormEvent) {
    event.preventDefault();
    unlock.mutate({ token: token.trim() });
  }
  return (
    <Dialog
      open={open}
      onOpen={onOpen}
      title="Operator's token"
      note="On this server, running matches and tournaments needs the operator’s token. It is the value of MANDI_ADMIN_TOKEN or, if that is not set, the token that Mandi printed when it started. This browser stays unlocked for 30 days or until you sign out."
    >
      <form onSubmit={send} className="flex flex-col gap-4">
        <TextField
          label="Token"
          type="password"
          autoComplete="off"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
          error={unlock.error?.message ?? null}
        />
        <Button type="submit" look="primary" disabled={token.trim() === '' || unlock.isPending}>
          {unlock.isPending ? 'Checking' : 'Unlock this browser'}
        </Button>
      </form>
    </Dialog>
  );
}
