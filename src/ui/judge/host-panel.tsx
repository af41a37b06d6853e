'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation, PanelAnswer } from '~/api/judge/types';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { CopyButton } from '~/kit/copy-button';
import { formatMoment } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

interface Props {
  panel: PanelAnswer;
  onAnswer: (answer: PanelAnswer) => void;
}

type JudgeCard = NonNullable<PanelAnswer['judges']>[number];

/** The host's controls of a panel: invite judges, see who has judged, close it. */
export function HostPanel({ panel, onAnswer }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [link, setLink] = useState<Invitation | null>(null);
  const { id } = panel.card;
  const invite = useMutation(
    trpc.judge.invite.mutationOptions({
      onSuccess: (invitation) => {
        setLink(invitation);
        void queries.invalidateQueries(trpc.judge.panel.queryFilter({ id }));
      },
    }),
  );
  const inviteOnce = useOnce(invite);
  const close = useMutation(trpc.judge.close.mutationOptions({ onSuccess: onAnswer }));
  const failed = invite.error ?? close.error;
  return (
    <Section
      title="For the host"
      note={panel.closed ? 'The panel is closed.' : 'Each link is for one judge. Players of this match cannot judge it.'}
      aside={
        panel.closed ? null : (
          <span className="flex flex-wrap gap-2">
            <Button look="primary" disabled={invite.isPending} onClick={() => inviteOnce({ id })}>
              Invite a judge
            </Button>
            <CloseButton busy={close.isPending} onClose={() => close.mutate({ id })} />
          </span>
        )
      }
    >
      {link && !panel.closed ? <InvitationNote link={link} /> : null}
      {failed ? (
        <p role="alert" className="mb-3 text-small text-red">
          {faultOf(failed).message}
        </p>
      ) : null}
      {panel.judges && panel.judges.length > 0 ? (
        <Table
          caption="Judges"
          columns={columnsFor(panel.rounds)}
          rows={panel.judges}
          rowKey={({ judge }) => judge}
          className="max-w-2xl"
        />
      ) : (
        <p className="text-small text-ink-2">Nobody has been invited yet.</p>
      )}
    </Section>
  );
}

function CloseButton({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button disabled={busy} onClick={() => setAsking(true)}>
        Close the panel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title="Close this panel"
        note="Nobody can judge this match after that, and the panel cannot be reopened. Everybody sees all marks and who gave them."
        no="Not yet"
        yes="Close it for good and show all marks"
        onYes={onClose}
      />
    </>
  );
}

function InvitationNote({ link: { path, expiresAt } }: { link: Invitation }) {
  const url = new URL(path, window.location.origin).href;
  return (
    <div className="mb-4 rounded-lg border border-accent bg-accent-wash p-3" role="status">
      <p className="text-small">Send this link to one person. It works once, until {formatMoment(expiresAt)}.</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <code className="code min-w-0 break-all text-small">{url}</code>
        <CopyButton text={url}>Copy link</CopyButton>
      </p>
    </div>
  );
}

function columnsFor(rounds: number): Column<JudgeCard>[] {
  return [
    { key: 'judge', head: 'Judge', cell: ({ judge }) => judge.replace('judge_', '') },
    { key: 'name', head: 'Name', cell: ({ name }) => name ?? <span className="text-ink-2">invited, not here yet</span> },
    { key: 'rounds', head: 'Rounds marked', align: 'right', cell: (one) => `${one.rounds} of ${rounds}` },
  ];
}
