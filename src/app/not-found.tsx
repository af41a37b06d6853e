import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';

export default function NotFound() {
  return (
    <Page title="Page not found" lead="There is no page at this address. The link may be incomplete." width="text">
      <ButtonLink href="/" look="primary">
        Home
      </ButtonLink>
    </Page>
  );
}
