-- Numbers in jsonb are small in memory and can be long as text: 8 KiB of details can have 65 MB of text. Existing rows
-- are not validated: an entry that is too long could not be removed and would stop the upgrade. The readers leave its
-- details out, and npm run verify reports it.
alter table audit_entries add constraint audit_entries_details_text_check
  check (octet_length(details::text) <= 65536) not valid;
