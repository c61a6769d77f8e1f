/** The outcome of every kind of answer of family B, one row each, from the field notes. A text decides against a decline alone. */
import { describe, expect, test } from 'vitest';
import { approvedForm, approvedJson } from '#test/gateway/support/merchant.ts';
import { outcomeOf, readBody } from '#test/gateway/support/readers.ts';

const ofForm = (body: string, httpStatus = 200) => readBody('form', body, undefined, httpStatus);
const lost = 'unknown: not-understood';
const contradictory = 'unknown: contradictory';

describe('family B', () => {
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['approved with 00', approvedForm(), 'approved'],
    ['approved though the address did not match', approvedForm({ RespText: 'NO MATCH' }), 'approved'],
    ['approved though the text says declined', approvedForm({ RespText: 'DECLINED' }), 'approved'],
    ['approved with dashes for names', approvedForm({ Name: '-', Email: '-' }), 'approved'],
    ['approved with CardType MC for a VISA card', approvedForm({ CardType: 'MC' }), 'unknown: other-card'],
    ['approved for another amount', approvedForm({ Amount: '1.00' }), 'approved'],
    ['approved with further keys', approvedForm({ Extra: 1 }), 'approved'],
    ['approved with a token that says none', approvedForm({ AUTH_TOKEN: 'N/A' }), 'unknown: no-reference'],
    ['approved with RespCode 05', approvedForm({ RespCode: '05' }), contradictory],
    ['approved with RespCode 0', approvedForm({ RespCode: 0 }), contradictory],
    ['approved without a RespCode', approvedForm({ RespCode: undefined }), lost],
    ['approved beside an error', approvedForm({ error: 'failed' }), contradictory],
    ['declined', approvedForm({ Status: 'Declined', RespCode: '15', Amount: '0.0' }), 'declined'],
    [
      'declined whose text says approved',
      approvedForm({ Status: 'Declined', RespCode: '05', RespText: 'OK' }),
      'declined',
    ],
    ['declined with a numeric code', approvedForm({ Status: 'Declined', RespCode: 51 }), 'declined'],
    ['declined without a code', approvedForm({ Status: 'Declined', RespCode: undefined }), 'declined'],
    [
      'declined beside an approval in other letters',
      { ...approvedForm({ RespCode: '05', Status: 'Declined' }), STATUS: 'Approved' },
      contradictory,
    ],
    ['declined in other letters', approvedForm({ Status: 'DECLINED', RespCode: '54' }), 'declined'],
    ['declined with RespCode 00 in other letters', approvedForm({ Status: 'DECLINED' }), contradictory],
    ['declined in progress', approvedForm({ Status: 'Declined', RespCode: '09', RespText: '-' }), 'unknown: pending'],
    [
      'declined with a text of work',
      approvedForm({ Status: 'Declined', RespCode: '05', RespText: 'En proceso' }),
      'unknown: pending',
    ],
    [
      'declined with a text of work under its other name',
      approvedForm({ Status: 'Declined', RespCode: '05', RespText: '-', Response_Text: 'En proceso' }),
      'unknown: pending',
    ],
    [
      'declined with a text of a charge',
      approvedForm({ Status: 'Declined', RespCode: '96', RespText: 'Payment completed; receipt not mailed' }),
      contradictory,
    ],
    [
      'declined as a duplicate',
      approvedForm({ Status: 'Declined', RespCode: '94', RespText: 'Duplicate' }),
      'declined',
    ],
    ['declined with RespCode 00', approvedForm({ Status: 'Declined' }), contradictory],
    ['a Status that nobody documented', approvedForm({ Status: 'Pending' }), lost],
    ['approved in other letters', approvedForm({ Status: 'APPROVED' }), lost],
    ['no Status', approvedForm({ Status: undefined }), lost],
    ['Status true', approvedForm({ Status: true }), lost],
    ['bad input', { error: 'credit card number lenght fail check' }, 'rejected'],
    ['a bad merchant code', { error: 'Wrong Access Data/Company processing not authorized' }, 'rejected'],
    ['an error beside a token', { error: 'failed', AUTH_TOKEN: 'T-1' }, contradictory],
    ['an error beside a CODOPER', { error: 'failed', CODOPER: 'LK-1' }, contradictory],
    ['an error beside a decline', { error: 'failed', Status: 'Declined' }, contradictory],
    ['an empty error', { error: '' }, lost],
    ['an error that is an object', { error: { text: 'failed' } }, lost],
    ['an answer of family A', approvedJson(), lost],
    ['an array', [approvedForm()], lost],
    ['null', null, lost],
  ];
  test.each(rows)('an answer of family B: %s', (_name, answer, expected) => {
    expect(outcomeOf(ofForm(JSON.stringify(answer)))).toBe(expected);
  });

  test.each(['Status', 'RespCode', 'AUTH_TOKEN', 'CODOPER', 'Amount', 'CardType'])(
    'an approval of family B that says two things of %s is none',
    (name) => {
      const body = JSON.stringify(approvedForm());
      expect(outcomeOf(ofForm(body.replace(`"${name}":`, `"${name}":"LK-9","${name}":`)))).toBe(contradictory);
    },
  );

  test('the facts of a decline are kept: code, text, time, references and the amount of zero', () => {
    const declined = approvedForm({ Status: 'Declined', RespCode: '15', RespText: 'NO SUCH ISSUER', Amount: '0.0' });
    expect(ofForm(JSON.stringify(declined))).toMatchObject({
      answeredAmount: 0,
      service: { code: '15', text: 'NO SUCH ISSUER', serverTime: '112026 100000', httpStatus: 200 },
      references: { codOper: 'LK-17', authToken: 'TOKEN-17' },
    });
    expect(ofForm('{"error":"bad"}')).toMatchObject({ service: { code: null, text: 'bad' } });
    expect(ofForm('{"Response_Text":"x"}')).toMatchObject({ service: { text: 'x' } });
  });

  test.each([302, 400, 500])('an answer of family B with HTTP %i is unknown, unless it proves a refusal', (status) => {
    for (const body of [approvedForm(), { error: 'bad input' }]) {
      expect(ofForm(JSON.stringify(body), status).outcome).toBe('unknown');
    }
  });

  test.each([
    ['email is required', 'rejected'],
    ['Body too large', 'unknown'],
    ['Content-Type not allowed', 'unknown'],
  ])(
    'an error of family B with HTTP 403 that says %s is %s, because a proxy may refuse the answer',
    (error, outcome) => {
      expect(ofForm(JSON.stringify({ error }), 403).outcome).toBe(outcome);
      expect(ofForm(JSON.stringify({ error })).outcome).toBe('rejected');
    },
  );
});
