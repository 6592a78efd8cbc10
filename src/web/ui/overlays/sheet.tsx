import { Modal, type ModalProps } from './modal.tsx'

/** A panel that slides in: from the right on wide screens, from the bottom on phones. */
export function Sheet(props: ModalProps) {
  return <Modal {...props} variant="sheet" />
}
