import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GamePage } from '~/ui/game-page/game-page';
import { pageTitle } from '~/ui/game-page/page-title';

interface Props {
  params: Promise<{ family: string; ruleset: string; page: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { family, ruleset, page } = await params;
  return { title: pageTitle(`${family}/${ruleset}`, page) ?? 'Page not found' };
}

export default async function GamesOwnPage({ params }: Props) {
  const { family, ruleset, page } = await params;
  const game = `${family}/${ruleset}` as const;
  const title = pageTitle(game, page);
  if (title === null) notFound();
  return <GamePage game={game} path={page} title={title} />;
}
