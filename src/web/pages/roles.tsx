import { pagePaths } from '#contract/paths.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { rolesQuery } from '../moderation/people/people-queries.ts'
import { RolesView } from '../moderation/people/roles-view.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { loadFresh } from './moderation-page.tsx'
import { adminPage } from './staff-page.tsx'

export const { Component, loader } = adminPage(Roles, loadFresh(rolesQuery))

function Roles() {
  const handOver = (
    <LinkButton as={Link} variant="secondary" to={pagePaths.handover}>
      Hand over
    </LinkButton>
  )
  return (
    <ModerationShell title="Roles" beside={handOver}>
      <AwaitQuery query={rolesQuery(useApi())}>{(data) => <RolesView data={data} />}</AwaitQuery>
    </ModerationShell>
  )
}
