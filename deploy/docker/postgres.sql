-- Run once by the image `postgres`, as its superuser, while it makes the cluster: the role of the
-- application, which owns its database and nothing else. `pg_trgm` needs no more.
\set password `cat /secrets/postgres/password`
CREATE ROLE insuremanager LOGIN PASSWORD :'password';
CREATE DATABASE insuremanager OWNER insuremanager;
