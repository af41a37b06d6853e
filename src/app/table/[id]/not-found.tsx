import { MatchNotFound } from '~/ui/match/match-not-found';

export default function NoSuchMatch() {
  return <MatchNotFound />;
}
