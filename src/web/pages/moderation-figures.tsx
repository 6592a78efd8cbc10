import { useApi } from '../api.ts'
import { FiguresView } from '../moderation/figures-view.tsx'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { figuresQuery } from '../moderation/people-queries.ts'
import { AwaitQuery } from '../ui/await-query.tsx'

export function Component() {
  return (
    <ModerationShell title="Figures">
      <AwaitQuery query={figuresQuery(useApi())}>
        {(figures) => <FiguresView figures={figures} />}
      </AwaitQuery>
    </ModerationShell>
  )
}
