import { pagePaths } from '#contract/paths.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { textsQuery } from '../settings/texts/edit-queries.ts'
import { TextsView } from '../settings/texts/texts-view.tsx'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Texts, loadFresh(textsQuery))

function Texts() {
  return (
    <ModerationShell
      title="Texts"
      beside={
        <LinkButton as={Link} to={pagePaths.settings} variant="secondary">
          All settings
        </LinkButton>
      }
    >
      <AwaitQuery query={textsQuery(useApi())}>{(data) => <TextsView data={data} />}</AwaitQuery>
    </ModerationShell>
  )
}
