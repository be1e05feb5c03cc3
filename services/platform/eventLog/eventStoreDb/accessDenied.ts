/** The server does not let its user do what every installation does. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied';

  /** @param user whose name is in the address of the server */
  constructor(stream: string, user?: string, cause?: unknown) {
    const who = user ? `its user "${user}"` : 'a caller without a user';
    const needed = stream === '$all' ? TO_READ_ALL : TO_READ_AND_WRITE;
    super(
      `The event store at EVENTSTORE_URL does not let ${who} ${needed}; check name and password, too.`,
      { cause },
    );
  }
}

const TO_READ_ALL =
  'read $all: put the user into the group $admins, or into "$r" of the ACL of $all';
const TO_READ_AND_WRITE =
  'read and write streams: put the user into the group $admins, or into "$r" and "$w" of "$userStreamAcl" in $settings';
