import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';

export default function NotFound() {
  return (
    <Page title="Nothing here" lead="This address leads to no page of Mandi." width="text">
      <ButtonLink href="/" look="primary">
        To the market
      </ButtonLink>
    </Page>
  );
}
