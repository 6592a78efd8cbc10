import { campus } from '#campus/campus.ts'
import { useHead } from '../navigation/head.ts'
import { Offline } from '../site/offline.tsx'

/** The service worker shows this page in place of any other while there is no network. */
export function Component() {
  useHead({ title: `Offline · ${campus.brand}`, description: 'There is no connection.' })
  return (
    <div className="page-width py-12">
      <Offline />
    </div>
  )
}
