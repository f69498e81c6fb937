-- The audit log is chained by hashes. Each entry has one row in audit_chain, whose hash covers the hash before it and
-- all columns of the entry. Positions follow the order of the commits, not that of the ids.
create table audit_chain (
  position bigint primary key check (position > 0),
  entry_id bigint not null unique,
  hash bytea not null check (length(hash) = 32)
);

-- One row: the last position and its hash. Position 0 and 32 zero bytes before the first entry.
create table audit_head (
  id boolean primary key default true check (id),
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32)
);
insert into audit_head (position, hash) values (0, decode(repeat('00', 32), 'hex'));

-- The number of bytes, then the bytes. Null is a length of -1.
create function audit_field(value text) returns bytea
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return case when value is null then int4send(-1)
  else int4send(octet_length(convert_to(value, 'UTF8'))) || convert_to(value, 'UTF8') end;

-- No field depends on a setting of the session: the time is in microseconds since 1970, the details are jsonb as text.
-- server/audit/audit-chain.ts computes the same.
create function audit_hash(previous bytea, entry audit_entries) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp
return sha256(
  convert_to('openlot audit entry', 'UTF8') || previous
  || audit_field((entry).id::text)
  || audit_field(trim_scale(extract(epoch from (entry).at) * 1000000)::text)
  || audit_field((entry).operator_id::text)
  || audit_field((entry).who)
  || audit_field((entry).action)
  || audit_field((entry).subject)
  || audit_field((entry).details::text)
  || audit_field((entry).address)
);

-- Runs as the owner of the tables, because the application may not write to the chain.
create function chain_audit_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head public.audit_head;
begin
  select * into strict head from public.audit_head for update;
  head.position := head.position + 1;
  head.hash := public.audit_hash(head.hash, new);
  insert into public.audit_chain (position, entry_id, hash) values (head.position, new.id, head.hash);
  update public.audit_head set position = head.position, hash = head.hash;
  return null;
end
$$;
revoke execute on function chain_audit_entry() from public;

-- Until the end of this transaction, no entry is added.
lock table audit_entries in share row exclusive mode;
do $$
declare
  entry audit_entries;
  head audit_head;
begin
  select * into strict head from audit_head;
  for entry in select * from audit_entries order by id loop
    head.position := head.position + 1;
    head.hash := audit_hash(head.hash, entry);
    insert into audit_chain (position, entry_id, hash) values (head.position, entry.id, head.hash);
  end loop;
  update audit_head set position = head.position, hash = head.hash;
end
$$;

-- Deferred: the head is locked only while a transaction commits, and after all its other locks, so that two
-- transactions never wait for each other.
create constraint trigger chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_audit_entry();

create trigger append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change_of_past();
create trigger never_deleted before delete or truncate on audit_head
  for each statement execute function refuse_change_of_past();

grant select on audit_chain, audit_head to openlot_app;
