import { type Ref, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueResponse } from '#contract/moderation.ts'
import { minReportsToAsk } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonLabels } from '#contract/report-reasons.ts'
import { formatNumber, pluralize } from '#format/format.ts'
import { FilterForm } from '../moderation/log/filter-form.tsx'
import { queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import {
  hasQueueFilters,
  parseQueueFilters,
  queueFilters,
} from '../moderation/queue/queue-filters.ts'
import { QueueList, type QueueListHandle } from '../moderation/queue/queue-list.tsx'
import { shortcutKeys } from '../moderation/queue/shortcuts.ts'
import { ShortcutsHelp } from '../moderation/queue/shortcuts-help.tsx'
import { Link } from '../navigation/link.tsx'
import { useApi } from '../queries/api.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Select } from '../ui/controls/select.tsx'
import { EmptyIllustration } from '../ui/illustrations/empty.tsx'
import { loadFresh } from './moderation-page.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(
  Queue,
  loadFresh((api, parameters) => queueQuery(api, parseQueueFilters(parameters))),
)

/** Everything that waits for a moderator. */
function Queue() {
  const [parameters] = useSearchParams()
  const filters = parseQueueFilters(parameters)
  const list = useRef<QueueListHandle>(null)
  const shortcuts = [
    { key: shortcutKeys.down, label: 'Next case', run: () => list.current?.move(1) },
    { key: shortcutKeys.up, label: 'Case before', run: () => list.current?.move(-1) },
  ]
  return (
    <ModerationShell title="Queue" beside={<ShortcutsHelp shortcuts={shortcuts} />}>
      <div className="mt-4 mb-6">
        <FilterForm path={pagePaths.moderation} folds>
          <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 max-sm:[&>:last-child]:col-span-full">
            {Object.entries(queueFilters).map(([name, { label, all, options }]) => (
              <Select
                key={name}
                name={name}
                label={label}
                placeholder={all}
                options={options}
                defaultValue={filters.get(name) ?? ''}
                flush
              />
            ))}
          </div>
        </FilterForm>
      </div>
      <AwaitQuery query={queueQuery(useApi(), filters)}>
        {(queue) => <Results queue={queue} filters={filters} listRef={list} />}
      </AwaitQuery>
      <p className="mt-6 text-sm">
        New here?{' '}
        <Link to={pagePaths.moderationRehearsal} className="link">
          Practise on ten made-up cases
        </Link>
        .
      </p>
    </ModerationShell>
  )
}

function Results({
  queue: { items, total },
  filters,
  listRef,
}: {
  queue: QueueResponse
  filters: URLSearchParams
  listRef: Ref<QueueListHandle>
}) {
  if (total === 0) return <NothingWaits filters={filters} />
  return (
    <>
      <p role="status" className="mb-4 text-ink-2">
        {items.length < total
          ? `The first ${items.length} of ${formatNumber(total)} cases`
          : pluralize(total, 'case')}
      </p>
      <QueueList items={items} filters={filters} ref={listRef} />
      {items.some(({ reasons }) => reasons.includes('gone')) && (
        <p className="measure mt-6 text-ink-2 text-sm">
          Reports of “{reportReasonLabels.gone}” come last. After {minReportsToAsk} of them, we ask
          the seller. If there's no answer within a week, the listing ends.
        </p>
      )}
    </>
  )
}

function NothingWaits({ filters }: { filters: URLSearchParams }) {
  const isFiltered = hasQueueFilters(filters)
  return (
    <div role="status">
      <EmptyState
        illustration={<EmptyIllustration />}
        title={isFiltered ? 'Nothing matches' : 'Nothing is waiting.'}
        action={
          isFiltered && (
            <LinkButton as={Link} variant="secondary" to={pagePaths.moderation()}>
              Show everything
            </LinkButton>
          )
        }
      />
    </div>
  )
}
