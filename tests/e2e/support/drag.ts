import type { Page } from '@playwright/test';

/** A file that is carried over a page. */
export interface Carried {
  readonly name: string;
  readonly type: string;
  /** In base64. */
  readonly content: string;
}

/**
 * Carries files over the page, as a person does.
 * @param events of the drag, such as `dragenter` and `drop`, in their order
 * @returns for each event, whether the page took it: the browser opens a file that no page takes
 */
export function carryOver(
  page: Page,
  files: readonly Carried[],
  events: readonly string[],
): Promise<boolean[]> {
  return page.evaluate(
    ([all, types]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, content } of all) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      return types.map(
        (type) =>
          !document.body.dispatchEvent(
            new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
          ),
      );
    },
    [files, events] as const,
  );
}
