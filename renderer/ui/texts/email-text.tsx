/** An e-mail address that wraps after its dots and before the @, never inside a word. */
import { Fragment } from 'react';

export function EmailText({ email }: { readonly email: string }) {
  const parts = email.split(/(?<=[.])|(?=@)/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
